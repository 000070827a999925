campaign papers attax
