// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const maintenanceBatch = 'ticket POST /api/ticket/v1/maintenance/batch stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintenanceBatch'>
export const yearlyBatch = 'ticket POST /api/ticket/v1/yearly/batch stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyBatch'>
export const garages = 'ticket POST /api/ticket/v1/garage/choices' as CallOf<'ticket', 'garages'>
export const garagePage = 'ticket POST /api/ticket/v1/garage/page' as CallOf<'ticket', 'garagePage'>
export const garageCreate = 'ticket POST /api/ticket/v1/garage/create' as CallOf<'ticket', 'garageCreate'>
export const garageEdit = 'ticket POST /api/ticket/v1/garage/edit' as CallOf<'ticket', 'garageEdit'>
export const garageMerge = 'ticket POST /api/ticket/v1/garage/merge' as CallOf<'ticket', 'garageMerge'>
export const hub = 'ticket POST /api/ticket/v1/hub' as CallOf<'ticket', 'hub'>
export const ofVehicle = 'ticket POST /api/ticket/v1/vehicle' as CallOf<'ticket', 'ofVehicle'>
export const vehicles = 'ticket POST /api/ticket/v1/vehicles' as CallOf<'ticket', 'vehicles'>
export const preview = 'ticket POST /api/ticket/v1/preview' as CallOf<'ticket', 'preview'>
export const exportAll = 'ticket POST /api/ticket/v1/export -' as CallOf<'ticket', 'exportAll'>
export const relocationPage = 'ticket POST /api/ticket/v1/relocation/page' as CallOf<'ticket', 'relocationPage'>
export const relocationDetail = 'ticket POST /api/ticket/v1/relocation/detail' as CallOf<'ticket', 'relocationDetail'>
export const relocationCreate = 'ticket POST /api/ticket/v1/relocation/create stock order arrange inventory overview todo damage' as CallOf<'ticket', 'relocationCreate'>
export const relocationEdit = 'ticket POST /api/ticket/v1/relocation/edit stock order arrange inventory overview todo damage' as CallOf<'ticket', 'relocationEdit'>
export const relocationHandle = 'ticket POST /api/ticket/v1/relocation/handle stock order arrange inventory overview todo damage' as CallOf<'ticket', 'relocationHandle'>
export const carePage = 'ticket POST /api/ticket/v1/maintenance/care/page' as CallOf<'ticket', 'carePage'>
export const ofDamage = 'ticket POST /api/ticket/v1/maintenance/damage' as CallOf<'ticket', 'ofDamage'>
export const careNote = 'ticket POST /api/ticket/v1/maintenance/care/note inventory' as CallOf<'ticket', 'careNote'>
export const maintenancePage = 'ticket POST /api/ticket/v1/maintenance/page' as CallOf<'ticket', 'maintenancePage'>
export const maintenanceDetail = 'ticket POST /api/ticket/v1/maintenance/detail' as CallOf<'ticket', 'maintenanceDetail'>
export const maintenanceCreate = 'ticket POST /api/ticket/v1/maintenance/create stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintenanceCreate'>
export const maintenanceEdit = 'ticket POST /api/ticket/v1/maintenance/edit stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintenanceEdit'>
export const maintenanceHandle = 'ticket POST /api/ticket/v1/maintenance/handle stock order arrange inventory overview todo damage' as CallOf<'ticket', 'maintenanceHandle'>
export const yearlyPage = 'ticket POST /api/ticket/v1/yearly/page' as CallOf<'ticket', 'yearlyPage'>
export const yearlyDetail = 'ticket POST /api/ticket/v1/yearly/detail' as CallOf<'ticket', 'yearlyDetail'>
export const yearlyCreate = 'ticket POST /api/ticket/v1/yearly/create stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyCreate'>
export const yearlyEdit = 'ticket POST /api/ticket/v1/yearly/edit stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyEdit'>
export const yearlyHandle = 'ticket POST /api/ticket/v1/yearly/handle stock order arrange inventory overview todo damage' as CallOf<'ticket', 'yearlyHandle'>
