export { OLD_SECRET_PLACE, SECRET_PLACE } from './secret.ts'
export { stored as channelNow } from './store.ts'
