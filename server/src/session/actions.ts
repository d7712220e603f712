/** Ends the sessions of who leaves for good. */
export { revokeAll } from './store.ts'
