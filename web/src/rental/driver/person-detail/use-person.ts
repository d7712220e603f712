import { calls, useRead } from '../../../kernel/call/calls.ts'

/** Looking at a file is recorded, so it is not fetched again for every glance at the window. */
export const FRESH = 240_000

/** A customer's file; one answer for the page and its sheets. */
export const usePerson = (personId: string) => useRead(calls.driver.personDetail, { personId }, { freshFor: FRESH })
