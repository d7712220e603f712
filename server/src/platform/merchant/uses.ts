import { awaitRegistration } from '../../kernel/registrations.ts'

/*
 * What higher modules have of a merchant, as SQL that each registers when it is loaded.
 */

/** A relation of the enabled contracts with payment providers: `pay_way`, `store_id` (null: of all stores), `service_id`. */
export let payContractsSql: string
awaitRegistration(() => (payContractsSql === undefined ? ['payContracts'] : []))

export function registerPayContracts(sql: string): void {
  payContractsSql = sql
}

/** The sources of the connected channels, an array. */
export let connectedSourcesSql: string
awaitRegistration(() => (connectedSourcesSql === undefined ? ['connectedSources'] : []))

export function registerConnectedSources(sql: string): void {
  connectedSourcesSql = sql
}
