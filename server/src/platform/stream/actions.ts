export { awaitsFollower, type Followed, type Follower, following, followOn, reachedAtSql } from './follow.ts'
export { saveView } from './store.ts'
