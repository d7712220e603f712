import { insuranceKinds } from '@cheyi/domain/fleet/inventory/codes'
import {
  type PolicyKey,
  policyColumns,
  policyHeading,
  policyTable,
} from '@cheyi/domain/fleet/inventory/policies/columns'
import { type KnownPolicies, type PolicyPlan, planPolicies } from '@cheyi/domain/fleet/inventory/policies/plan'
import { type ReadPolicy, readPolicy } from '@cheyi/domain/fleet/inventory/policies/row'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import { type Asked, tableImport, tableTemplate } from '../../../platform/table-import/actions.ts'
import { loadReferences, lockKnown, writePolicies } from './store.ts'

/** Imports policies from the table of an insurer or broker, or from the merchant's own. */
export const policyImport = tableImport<PolicyKey, Asked, ReadPolicy, object, KnownPolicies, PolicyPlan>({
  kind: policyTable,
  noun: '保单',
  none: '任何保单',
  jobs: { check: 'policyCheck', run: 'policyImport' },
  key: 'inventory.import',
  field: 'policyColumn',
  words: { update: '补全' },
  readRow: readPolicy,
  understand: () => ({}),
  known: loadReferences,
  plan: ({ rows, firstLine }, facts, _, { now: _now, ...piece }) => planPolicies(rows, facts, { ...piece, firstLine }),
  lock: lockKnown,
  carryOut: writePolicies,
})

const notes = [
  '带 * 的列必填，每行一张保单，交强险和商业险各一行',
  `每次最多${MAX_IMPORT_ROWS}行，文件不超过10MB`,
  `险种：${insuranceKinds.items.map(({ name }) => name).join('、')}`,
  '日期写作 2026-05-01；到期日期为最后一天，也可写成 2026-05-01至2027-04-30',
  '保额、保费单位为元；列名含「万元」的按万元，也可写 200万',
  '保费按保险期间计入车辆费用，请勿另外登记',
  '保险公司和保单号都相同的只导入一次；只有到期日期的保单会补全',
]

export const makePolicyTemplate = tableTemplate({
  kind: 'policyTemplate',
  key: 'inventory.import',
  sheet: '保单',
  file: '保单导入模板.xlsx',
  heading: policyHeading,
  columns: policyColumns,
  notes,
})
