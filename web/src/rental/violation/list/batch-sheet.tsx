import { violationSteps } from '@cheyi/domain/rental/violation/violation'
import { can } from '@cheyi/domain/step'
import { useState } from 'react'
import { calls, type InputOf, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { RadioList } from '../../../ui/field/choice.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { consents, ways } from '../parts/handle-ways.ts'
import type { ViolationItem } from '../parts/violation-words.ts'

type Batch = InputOf<typeof calls.violation.batch>
type Action = Batch['action']

/** Whether an action fits a violation now; the server checks again with more data. */
const fits: Readonly<Record<Action, (one: ViolationItem) => boolean>> = {
  notify: (one) => can(violationSteps, 'notify', one.status, one).ok,
  agency: (one) => can(violationSteps, 'agency', one.status, one).ok,
  staff: (one) => can(violationSteps, 'staff', one.status, one).ok,
  transfer: (one) => can(violationSteps, 'transfer', one.status, one).ok,
  close: (one) => can(violationSteps, 'close', one.status, one).ok,
}
const acts = {
  notify: { label: '通知客户', note: '同一客户的违章合并为一条短信、一个链接' },
  agency: ways.agency,
  transfer: ways.transfer,
  staff: ways.staff,
  close: { label: '核销结案', note: '费用已收取或无需收取的违章' },
} as const satisfies Record<Action, object>
const order = Object.keys(acts) as Action[]

/**
 * Handles many violations in one way by a server job, which continues when the sheet is closed. Answers true when the user has read the
 * result.
 */
export default function BatchSheet({ items, answer }: { readonly items: readonly ViolationItem[] } & Asks<boolean>) {
  const counts = new Map(order.map((action) => [action, items.filter(fits[action]).length]))
  const open = order.filter((action) => counts.get(action)! > 0)
  const [action, choose] = useState(open[0])
  const [consent, agree] = useState<'phone' | 'written'>('phone')
  const [jobId, setJob] = useState<string>()
  const asking = useWrite(calls.violation.batch)
  const left = action === undefined ? 0 : items.length - counts.get(action)!
  async function begin() {
    if (action === undefined) return
    const cases = items.map(({ violationId, version }) => ({ violationId, version }))
    setJob((await asking.run({ action, cases, ...(action === 'agency' && { consent }) }))?.jobId)
  }
  return (
    <JobSheet
      jobId={jobId}
      doing="批量操作"
      unit="条"
      onDone={() => answer(true)}
      title={`已选 ${items.length} 条违章`}
    >
      <Stack gap={12}>
        {action === undefined ? (
          <Notice>所选违章的状态不同或已结案，没有可以批量进行的操作</Notice>
        ) : (
          <>
            <RadioList<Action>
              label="批量操作"
              options={open.map((value) => ({
                value,
                label: `${acts[value].label} ${counts.get(value)} 条`,
                note: acts[value].note,
              }))}
              value={action}
              onChange={choose}
            />
            {action === 'agency' && (
              <Segmented label="客户同意方式" options={consents} value={consent} onChange={agree} />
            )}
            {left > 0 && <Notice tone="warning">{`其余 ${left} 条状态不符，将保持不变并说明原因`}</Notice>}
            <MainButton loading={asking.pending} onClick={() => void begin()}>
              {`${acts[action].label} ${counts.get(action)} 条`}
            </MainButton>
          </>
        )}
      </Stack>
    </JobSheet>
  )
}
