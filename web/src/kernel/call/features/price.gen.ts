// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const models = 'price POST /api/price/v1/model/page' as CallOf<'price', 'models'>
export const adjust = 'price POST /api/price/v1/batch_adjust stock' as CallOf<'price', 'adjust'>
export const copy = 'price POST /api/price/v1/copy stock' as CallOf<'price', 'copy'>
export const rules = 'price POST /api/price/v1/rule/list' as CallOf<'price', 'rules'>
export const saveRule = 'price POST /api/price/v1/rule/save stock' as CallOf<'price', 'saveRule'>
export const begin = 'price POST /api/price/v1/rule/begin stock' as CallOf<'price', 'begin'>
export const saveTiers = 'price POST /api/price/v1/tier/save' as CallOf<'price', 'saveTiers'>
export const saveLong = 'price POST /api/price/v1/long/save' as CallOf<'price', 'saveLong'>
export const follow = 'price POST /api/price/v1/follow stock' as CallOf<'price', 'follow'>
export const calendar = 'price POST /api/price/v1/calendar/list' as CallOf<'price', 'calendar'>
export const saveCalendar = 'price POST /api/price/v1/calendar/save stock' as CallOf<'price', 'saveCalendar'>
export const undoCalendar = 'price POST /api/price/v1/calendar/undo stock' as CallOf<'price', 'undoCalendar'>
export const trial = 'price POST /api/price/v1/trial' as CallOf<'price', 'trial'>
export const bench = 'price POST /api/price/v1/bench' as CallOf<'price', 'bench'>
export const history = 'price POST /api/price/v1/history' as CallOf<'price', 'history'>
export const plans = 'price POST /api/price/v1/plan/list' as CallOf<'price', 'plans'>
export const cancelPlan = 'price POST /api/price/v1/plan/cancel' as CallOf<'price', 'cancelPlan'>
