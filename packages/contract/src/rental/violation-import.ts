import { z } from 'zod'
import { write } from '../kernel/call.ts'
import { id, list, maybe } from '../kernel/field.ts'
import { importCallsOf, Started } from '../platform/job.ts'

/** Features besides this one that show violations. */
export const violationRefreshes = ['order', 'overview', 'todo', 'deposit', 'expense', 'damage'] as const

const imports = importCallsOf({
  path: '/api/violation/v1/import',
  noun: '违章',
  permission: ['violation.handle'],
  refreshes: violationRefreshes,
})

/** Import of violations from files of the authority or of query services, and queries to a provider. */
export const importCalls = {
  importTemplate: imports.template,
  importCheck: imports.check,
  importConfirm: imports.confirm,
  sync: write({
    operators: false,
    path: '/api/violation/v1/sync',
    summary: '向查询服务查询违章',
    permission: ['violation.handle'],
    reach: 'merchant',
    input: z.object({
      /** Missing: all cars. */
      vehicleIds: maybe(list(id('车辆'), 500, '车辆', 1)),
    }),
    output: Started,
    refusals: ['lineFull'],
    refreshes: violationRefreshes,
  }),
}
