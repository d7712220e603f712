/* Creation of orders, for the endpoints of other features. */

export { type Arrival, create } from './create.ts'
