rum
