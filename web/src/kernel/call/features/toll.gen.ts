// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const page = 'toll POST /api/toll/v1/page' as CallOf<'toll', 'page'>
export const around = 'toll POST /api/toll/v1/around' as CallOf<'toll', 'around'>
export const cars = 'toll POST /api/toll/v1/cars' as CallOf<'toll', 'cars'>
export const due = 'toll POST /api/toll/v1/due' as CallOf<'toll', 'due'>
export const match = 'toll POST /api/toll/v1/match order overview todo deposit supplement profit cost' as CallOf<'toll', 'match'>
export const waive = 'toll POST /api/toll/v1/waive order overview todo deposit supplement profit cost' as CallOf<'toll', 'waive'>
export const cancel = 'toll POST /api/toll/v1/void order overview todo deposit supplement profit cost' as CallOf<'toll', 'cancel'>
export const charge = 'toll POST /api/toll/v1/charge order overview todo deposit supplement profit cost' as CallOf<'toll', 'charge'>
export const importTemplate = 'toll POST /api/toll/v1/import/template -' as CallOf<'toll', 'importTemplate'>
export const importCheck = 'toll POST /api/toll/v1/import -' as CallOf<'toll', 'importCheck'>
export const importConfirm = 'toll POST /api/toll/v1/import/confirm order overview todo deposit supplement profit cost' as CallOf<'toll', 'importConfirm'>
