/* Handovers without staff, for the customer's pages of other features. */

export { newVisitLink, openVisits } from './own-link.ts'
