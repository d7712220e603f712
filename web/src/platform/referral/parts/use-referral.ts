import { formatNear } from '@cheyi/domain/near'
import type { PermissionKey } from '@cheyi/domain/permission'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { HandedForm } from './handed.tsx'

/** An act that the user may not do. */
export interface Wanted {
  readonly act: PermissionKey
  /** The record, or the form of a record that is not saved yet; without both, colleagues are named but cannot be asked. */
  readonly orderId?: string | undefined
  readonly ticketId?: string | undefined
  readonly violationId?: string | undefined
  readonly form?: HandedForm | undefined
  /** Why it is wished, for the colleague. */
  readonly note?: string | undefined
  readonly enabled?: boolean
}

function aboutOf({ orderId, ticketId, violationId }: Omit<Wanted, 'act' | 'form'>) {
  if (orderId !== undefined) return { subject: 'order', subjectId: orderId } as const
  if (ticketId !== undefined) return { subject: 'ticket', subjectId: ticketId } as const
  return violationId === undefined ? undefined : ({ subject: 'violation', subjectId: violationId } as const)
}

type People = OutputOf<typeof calls.referral.people>

/** Who may do it, as text, and the tap that asks them or takes the request back. */
export function useReferral({ act, note, form, enabled = true, ...record }: Wanted) {
  const about = aboutOf(record)
  const now = useNow()
  const read = useRead(calls.referral.people, { act, ...about, ...(form && { screen: form.screen }) }, { enabled })
  const ask = useWrite(calls.referral.ask)
  const hand = useWrite(calls.referral.askDraft)
  const close = useWrite(calls.referral.close)
  const known = read.data
  async function send() {
    const sent = about === undefined ? await handOver() : await ask.run({ act, ...about, note: note?.slice(0, 100) })
    if (sent) feedback.toast(`已转给${sent.toldNames.join('、')}`)
    await read.refetch()
  }
  async function handOver() {
    if (form === undefined) return null
    const value = form.value()
    if (value !== undefined)
      return hand.run({ act, screen: form.screen, draft: JSON.stringify(value), note: note?.slice(0, 100) })
    feedback.toast('请先填完必填项，再转给同事', 'error')
    return null
  }
  async function takeBack(id: string) {
    if (await close.run({ id })) feedback.toast('已撤回')
    await read.refetch()
  }
  return {
    words: wordsOf(known, now),
    pending: ask.pending || hand.pending || close.pending,
    action: actionOf(),
  }
  function actionOf(): { readonly label: string; readonly onClick: () => void } | undefined {
    if (known === undefined || (about === undefined && form === undefined)) return undefined
    const { open, people } = known
    if (open !== null) return open.mine ? { label: '撤回', onClick: () => void takeBack(open.id) } : undefined
    const [first] = people
    return first && { label: `转给${first.roleName}`, onClick: () => void send() }
  }
}

function wordsOf(known: People | undefined, now: number): string {
  if (known === undefined) return '由有权限的同事办理'
  const { act, people, open } = known
  if (open !== null) {
    const by = open.mine ? '' : `${open.byName} `
    return `${by}已转给${open.toldNames.join('、')}（${formatNear(open.at, now)}），「${act}」待办理`
  }
  if (people.length === 0) return `没有同事有「${act}」权限，请联系老板开通`
  return `「${act}」由${people.map(({ roleName, name }) => `${roleName} ${name}`).join('、')}办理`
}
