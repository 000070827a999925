help run campaign
