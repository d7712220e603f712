export { ofOrder as casesOfOrder } from './store.ts'
