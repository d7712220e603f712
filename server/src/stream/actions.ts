export { awaitsFollower, type Followed, type Follower, followedUntil, following, followOn } from './follow.ts'
