/* Handovers without staff, for the customer's pages of other features. */

export { handoversOpenToCustomer, newVisitLink } from './own-link.ts'
