/* Results of the rows of a spreadsheet, for every kind of import. */

/** A problem with a row, by the title of its column; null: with the whole row. */
export interface RowIssue {
  readonly column: string | null
  readonly value: string
  readonly reason: string
}

interface Written {
  /** Values that should be checked. */
  readonly warnings: readonly RowIssue[]
  /** Additional text in the result file. */
  readonly note?: string
}

/** Action for a row; `none`: an empty line. */
export type PlanOf<Create, Update> =
  | { readonly action: 'none' }
  | ({ readonly action: 'create' } & Written & Create)
  | ({ readonly action: 'update' } & Written & Update)
  | { readonly action: 'skip'; readonly reason: string }
  | FailedPlan

export interface FailedPlan {
  readonly action: 'fail'
  readonly issues: readonly RowIssue[]
}

export type AnyPlan = PlanOf<object, object>

/** Number of rows per action. */
export const countPlans = (plans: readonly AnyPlan[]) => ({
  created: plans.filter((plan) => plan.action === 'create').length,
  updated: plans.filter((plan) => plan.action === 'update').length,
  skipped: plans.filter((plan) => plan.action === 'skip').length,
  failed: plans.filter((plan) => plan.action === 'fail').length,
})

const issueText = ({ column, reason }: RowIssue): string => (column === null ? reason : `「${column}」${reason}`)

/** Verb for a row that updates an existing record: 更新. */
export interface PlanWords {
  readonly update: string
}

/** Text of a row in the result file. `written` false: a preview, or nothing was written. */
export function planText(plan: AnyPlan, written: boolean, { update }: PlanWords = { update: '更新' }): string {
  const told = (verb: string, { warnings, note }: Written) =>
    [[written ? `${verb}成功` : `可${verb}`, note].filter(Boolean).join('，'), ...warnings.map(issueText)].join(
      '；注意',
    )
  switch (plan.action) {
    case 'none':
      return ''
    case 'create':
      return told('新建', plan)
    case 'update':
      return told(update, plan)
    case 'skip':
      return `跳过：${plan.reason}`
    case 'fail':
      return `失败：${plan.issues.map(issueText).join('；')}`
  }
}
