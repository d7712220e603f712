/*
 * Collecting a deposit through a provider. Separate from the other actions of the feature, because the code for provider results imports
 * those and this file imports that code.
 */

export { payDeposit } from './pay-online.ts'
