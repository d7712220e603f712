import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { openContract } from '@cheyi/contract/sales/open-api'
import {
  auditChanges,
  auditFeatures,
  type CodesOf,
  type CodeText,
  formerFeatures,
  resultWords,
  targetWords,
} from '@cheyi/domain/platform/audit/words'
import { implement } from '../../kernel/context.ts'
import { columns } from '../../kernel/db/columns.ts'
import { camelCase } from '../../kernel/db/letter-case.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { nameOf } from './names.ts'
import * as store from './store.ts'

/** Features whose tables have other names than the feature, or that have several. */
const tablesOf: Readonly<Record<string, readonly string[]>> = {
  agreement: ['agreement', 'linkToken'],
  damage: ['damageOrder'],
  driver: ['driverTask'],
  inventory: ['vehicleDocument'],
  payment: ['payment', 'linkToken'],
  supplement: ['supplement', 'linkToken'],
}

const held: Readonly<Record<string, object>> = columns
const textOf = (column: object): CodeText | undefined => ('text' in column ? (column.text as CodeText) : undefined)

/**
 * Texts for the codes in an audit row, by its column names: first those of the feature that wrote it, then those of its target, then those
 * that mean the same in every table.
 */
function codesOf(action: string, targetType: string): CodesOf {
  const feature = action.split('.')[0] ?? ''
  const tables = [...(tablesOf[feature] ?? [feature]), camelCase(targetType)]
  return (field) => {
    const column = tables.map((table) => held[`${table}.${field}`]).find((one) => one !== undefined) ?? held[field]
    return column && textOf(column)
  }
}

const catalogue: Readonly<Record<string, Readonly<Record<string, Pick<Call, 'summary' | 'effect'>>>>> = {
  ...contract,
  openApi: openContract,
}

/** `员工 · 修改员工`; for a job, or a call that no longer exists, its key. */
function actionWords(action: string): string {
  const [kept = '', name = ''] = action.split('.')
  const feature = formerFeatures[kept] ?? kept
  const words = [auditFeatures[feature], catalogue[feature]?.[name]?.summary].filter(Boolean)
  return words.length > 0 ? words.join(' · ') : action
}

/** A feature or one of its calls, under its current name and its former names. */
function namesOf(action: string): string[] {
  const [feature = '', ...name] = action.split('.')
  const former = Object.keys(formerFeatures).filter((kept) => formerFeatures[kept] === feature)
  return [feature, ...former].map((one) => [one, ...name].join('.'))
}

/** Calls that only read: they are in the log because of what they showed. */
const reads = Object.entries(catalogue).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([name, call]) => (call.effect === 'read' ? [`${feature}.${name}`] : [])),
)

/** Rows from before the change to camelCase have column names in snake_case. */
const side = (kept: store.AuditRow['before']) =>
  kept && Object.fromEntries(Object.entries(kept).map(([name, value]) => [camelCase(name), value]))

/** Name of the target: an order by customer, vehicle and number, a vehicle by its plate; an id alone means nothing to a reader. */
const currentTargetName = ({ target, targetType }: store.AuditRow, now: number): string =>
  target === null ? '' : nameOf(targetType, target, now)

export const audit = implement(contract.audit, {
  async page({ period, accountId, action, targetId, result, ...ask }, ctx) {
    const filter = { period, accountId, actions: action ? namesOf(action) : undefined, targetId, result, reads }
    return listAnswer(ask, {
      rows: store.page(ctx, filter, cursorKeys(ask, 'id')?.[0] ?? null, pageSize(ask) + 1),
      count: () => store.count(ctx, filter),
      keys: ({ id }) => [id],
      view: (row) => ({
        ...row,
        name: row.name === '' ? '系统' : row.name,
        actionName: actionWords(row.action),
        targetName: targetWords(row.targetType),
        target: currentTargetName(row, ctx.now),
        changes: auditChanges(side(row.before), side(row.after), codesOf(row.action, row.targetType)),
        result: row.kind,
        resultName: resultWords(row.result),
      }),
    })
  },
})
