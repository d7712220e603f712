/*
 * What becomes of the rows of a spreadsheet, whatever they are of.
 */

/** What is wrong with a row, by the title of its column; null: with the row as a whole. */
export interface RowIssue {
  readonly column: string | null
  readonly value: string
  readonly reason: string
}

interface Written {
  /** What may be right and should be looked at. */
  readonly warnings: readonly RowIssue[]
  /** What the outcome file says besides. */
  readonly note?: string
}

/** What becomes of a row; none: its line is empty. */
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

/** How many rows meet which end. */
export const countPlans = (plans: readonly AnyPlan[]) => ({
  created: plans.filter((plan) => plan.action === 'create').length,
  updated: plans.filter((plan) => plan.action === 'update').length,
  skipped: plans.filter((plan) => plan.action === 'skip').length,
  failed: plans.filter((plan) => plan.action === 'fail').length,
})

const issueText = ({ column, reason }: RowIssue): string => (column === null ? reason : `「${column}」${reason}`)

/** How a row that is there already takes what the table says is called: 更新. */
export interface PlanWords {
  readonly update: string
}

/** What the result file says of a row. `written` false: it was only a trial, or nothing was written. */
export function planText(plan: AnyPlan, written: boolean, { update }: PlanWords = { update: '更新' }): string {
  const told = (verb: string, { warnings, note }: Written) =>
    [[written ? `${verb}成功` : `可${verb}`, note].filter(Boolean).join('，'), ...warnings.map(issueText)].join(
      '；注意',
    )
  switch (plan.action) {
    case 'none':
      return ''
    case 'create':
      return told('新增', plan)
    case 'update':
      return told(update, plan)
    case 'skip':
      return `跳过：${plan.reason}`
    case 'fail':
      return `失败：${plan.issues.map(issueText).join('；')}`
  }
}
