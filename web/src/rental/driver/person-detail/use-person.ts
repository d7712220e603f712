import { calls, useRead } from '../../../kernel/call/calls.ts'

/** Each view of a file is recorded, so it is not read again at every focus of the window. */
export const FRESH = 240_000

/** A customer's file; the page and its sheets share one answer. */
export const usePerson = (personId: string) => useRead(calls.driver.personDetail, { personId }, { freshFor: FRESH })
