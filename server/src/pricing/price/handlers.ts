import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { adjust } from './batch.ts'
import { bench } from './bench.ts'
import { calendar, saveCalendar, undoCalendar } from './calendar.ts'
import { copy } from './copy.ts'
import { cancelPlan, history, plans } from './history.ts'
import { models } from './overview.ts'
import { begin, follow, rules, saveLong, saveRule, saveTiers } from './rules.ts'
import { trial } from './trial.ts'

export const price = implement(contract.price, {
  models,
  rules,
  saveRule,
  begin,
  saveTiers,
  saveLong,
  follow,
  calendar,
  saveCalendar,
  undoCalendar,
  adjust,
  copy,
  trial,
  bench,
  history,
  plans,
  cancelPlan,
})
