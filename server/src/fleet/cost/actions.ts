export { bookValueOf } from './book-value.ts'
export { insuranceCost } from './insurance.ts'
export { addPremiums, followPolicy, type Premium } from './policy.ts'
export { holdOpenFrom, insert as insertCosts, premiumsOf } from './store.ts'
