// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const maintainceBatch = 'ticket POST /api/ticket/v1/maintaince/batch stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintainceBatch'>
export const yearlyBatch = 'ticket POST /api/ticket/v1/yearly/batch stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyBatch'>
export const hub = 'ticket POST /api/ticket/v1/hub' as CallOf<'ticket', 'hub'>
export const ofVehicle = 'ticket POST /api/ticket/v1/vehicle' as CallOf<'ticket', 'ofVehicle'>
export const vehicles = 'ticket POST /api/ticket/v1/vehicles' as CallOf<'ticket', 'vehicles'>
export const preview = 'ticket POST /api/ticket/v1/preview' as CallOf<'ticket', 'preview'>
export const exportAll = 'ticket POST /api/ticket/v1/export -' as CallOf<'ticket', 'exportAll'>
export const shuntingPage = 'ticket POST /api/ticket/v1/shunting/page' as CallOf<'ticket', 'shuntingPage'>
export const shuntingDetail = 'ticket POST /api/ticket/v1/shunting/detail' as CallOf<'ticket', 'shuntingDetail'>
export const shuntingCreate = 'ticket POST /api/ticket/v1/shunting/create stock order arrange inventory overview todo damage' as CallOf<'ticket', 'shuntingCreate'>
export const shuntingEdit = 'ticket POST /api/ticket/v1/shunting/edit stock order arrange inventory overview todo damage' as CallOf<'ticket', 'shuntingEdit'>
export const shuntingHandle = 'ticket POST /api/ticket/v1/shunting/handle stock order arrange inventory overview todo damage' as CallOf<'ticket', 'shuntingHandle'>
export const carePage = 'ticket POST /api/ticket/v1/maintaince/care/page' as CallOf<'ticket', 'carePage'>
export const garages = 'ticket POST /api/ticket/v1/maintaince/garages' as CallOf<'ticket', 'garages'>
export const ofDamage = 'ticket POST /api/ticket/v1/maintaince/damage' as CallOf<'ticket', 'ofDamage'>
export const careNote = 'ticket POST /api/ticket/v1/maintaince/care/note inventory' as CallOf<'ticket', 'careNote'>
export const maintaincePage = 'ticket POST /api/ticket/v1/maintaince/page' as CallOf<'ticket', 'maintaincePage'>
export const maintainceDetail = 'ticket POST /api/ticket/v1/maintaince/detail' as CallOf<'ticket', 'maintainceDetail'>
export const maintainceCreate = 'ticket POST /api/ticket/v1/maintaince/create stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintainceCreate'>
export const maintainceEdit = 'ticket POST /api/ticket/v1/maintaince/edit stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintainceEdit'>
export const maintainceHandle = 'ticket POST /api/ticket/v1/maintaince/handle stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintainceHandle'>
export const yearlyPage = 'ticket POST /api/ticket/v1/yearly/page' as CallOf<'ticket', 'yearlyPage'>
export const yearlyDetail = 'ticket POST /api/ticket/v1/yearly/detail' as CallOf<'ticket', 'yearlyDetail'>
export const yearlyCreate = 'ticket POST /api/ticket/v1/yearly/create stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyCreate'>
export const yearlyEdit = 'ticket POST /api/ticket/v1/yearly/edit stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyEdit'>
export const yearlyHandle = 'ticket POST /api/ticket/v1/yearly/handle stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyHandle'>
