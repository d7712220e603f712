import { approvalState, awaitsDecision, isExpired, isPassed, isRefused } from '@cheyi/domain/platform/account/codes'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { fieldBeside } from '../../../form/form-field.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { currentTime } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet, useOpened } from '../../../page/opened.tsx'
import { Button, MainButton, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Spinner } from '../../../ui/show/spinner.tsx'
import { leftWords } from './approval-words.ts'

const CodeField = lazy(() => import('../../session/parts/code-field.tsx'))

type Headers = Readonly<Record<string, string>>

/** The data in the refusal of a call that created an approval request. */
export interface Asked {
  readonly approvalId: string
  /** Set if no other account could decide: from this time on, a code replaces the decision. */
  readonly readyAt: number | null
  readonly expireAt: number
}

/** Polling interval in ms. Live events report a decision immediately; polling covers a lost event stream. */
const POLL = 4_000

/** Waits for the decision of another account; answers the headers with which the call is repeated. */
export default function WaitSheet({ approvalId, readyAt, expireAt, answer }: Asked & Asks<Headers>) {
  const { open, close } = useOpened()
  const [code, setCode] = useState<string | null>(null)
  const now = useSecond()
  const request = useRead(calls.approval.page, { id: approvalId }, { every: open ? POLL : false, freshFor: 0 })
  const found = request.data?.list[0]
  const reached = found?.state ?? approvalState.waiting
  const headers = { 'x-approval-id': approvalId }

  const passed = useEffectEvent(() => {
    feedback.toast('已通过审批，正在继续')
    answer(headers)
  })
  useEffect(() => {
    if (isPassed(reached)) passed()
  }, [reached])

  const alone = readyAt !== null && awaitsDecision(reached)
  const byCode = alone && now >= readyAt
  return (
    <OpenedSheet
      title="需另一名有权限的人员确认"
      footer={
        byCode ? (
          <MainButton
            reason={code?.length === 6 ? undefined : '请输入6位验证码'}
            onClick={() => answer({ ...headers, 'x-step-up-code': code ?? '' })}
          >
            确认并继续
          </MainButton>
        ) : (
          <Button size="l" block onClick={close}>
            {awaitsDecision(reached) ? '不再等待' : '关闭'}
          </Button>
        )
      }
    >
      <Stack gap={12} pad={[4, 0, 12]}>
        {found && (
          <Text as="p" size="l">
            {found.summary}
          </Text>
        )}
        {isRefused(reached) && (
          <Notice tone="danger">{`${found?.deciderName ?? '对方'} 已拒绝${found?.note ? `：${found.note}` : ''}`}</Notice>
        )}
        {isExpired(reached) && <Notice tone="warning">已过期，请重新提交</Notice>}
        {awaitsDecision(reached) && !alone && (
          <>
            <Row as="p" gap={8} role="status">
              <Spinner /> 等待审批，通过后自动继续
            </Row>
            <Note
              num
            >{`已通知${found?.approvers.join('、') || '有权限的同事'}，在「消息 · 审批」中处理，${leftWords(expireAt - now)}内有效`}</Note>
          </>
        )}
        {alone && !byCode && (
          <Note num role="timer">
            {`目前没有其他人可以审批。${leftWords(readyAt - now)}后，可凭发到本人手机的验证码继续，届时请在${leftWords(expireAt - readyAt)}内完成`}
          </Note>
        )}
        {byCode && (
          <>
            <Note num role="timer">{`请在${leftWords(expireAt - now)}内完成，过后须重新提交`}</Note>
            <Suspense fallback={null}>
              <CodeField of={fieldBeside('code', code, setCode)} scene="stepup" />
            </Suspense>
          </>
        )}
      </Stack>
    </OpenedSheet>
  )
}

/** The time of now, updated each second. */
function useSecond(): number {
  const [now, setNow] = useState(currentTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(currentTime()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
