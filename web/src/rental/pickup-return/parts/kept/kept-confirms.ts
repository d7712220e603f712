import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useSyncExternalStore } from 'react'
import type { calls, InputOf } from '../../../../kernel/call/calls.ts'
import { phoneStoreOf } from '../../../../kernel/phone-store.ts'
import { createSignal } from '../../../../kernel/signal.ts'
import { ownerKey } from '../../../../kernel/token.ts'
import { noteUnsent } from '../../../../kernel/unsent.ts'
import type { RecordInput, Task } from '../types.ts'
import type { KeptEntry } from '../use-handover.ts'

/* Handovers confirmed offline: stored on this phone for the confirming account until the server has them. None is dropped
 * automatically; send-kept.ts sends them. */

/** A confirmation as it was made. */
export interface KeptConfirm {
  /** One per order and handover type. */
  readonly id: string
  /** The account that confirmed; no other account sends it. */
  readonly owner: string
  /** When it was pressed, epoch ms. */
  readonly takenAt: number
  /** Idempotency key: separates its retries from another confirmation, on the server too. */
  readonly key: string
  readonly type: HandoverType
  readonly order: Pick<Task['order'], 'orderId' | 'orderKind' | 'contactName'>
  readonly plate: string
  readonly vehicleId: string
  /** Entered values that the server did not have. */
  readonly entry: KeptEntry
  /** Time of the handover and the amount due then, which is always zero. */
  readonly input: InputOf<typeof calls.pickupReturn.confirm>
  /** The record as it was last sent, so that a retry sends the same content. */
  readonly draft: RecordInput | null
  /** Why the server refused it; null while it is pending. */
  readonly refused: string | null
}

const store = phoneStoreOf<KeptConfirm>('cheyi-confirms', ({ takenAt }) => takenAt)
const changed = createSignal()
let items: readonly KeptConfirm[] = []

function show(next: readonly KeptConfirm[]): void {
  items = next
  noteUnsent(next.filter(({ owner }) => owner === ownerKey()).length)
  changed.tell()
}

export const confirmIdOf = (type: HandoverType, orderId: string): string => `${type} ${orderId}`

/** Reads the database again: another tab may have sent some. */
export async function loadConfirms(): Promise<readonly KeptConfirm[]> {
  show(await store.all())
  return items.filter(({ owner }) => owner === ownerKey())
}

/** Stores one; it replaces an earlier one of the same handover. @returns false when the phone has no storage left */
export async function keepConfirm(confirm: KeptConfirm): Promise<boolean> {
  const kept = await store.put(confirm)
  if (kept) show([...items.filter(({ id }) => id !== confirm.id), confirm])
  return kept
}

/** Removes one that was sent, or that its owner took back. */
export async function dropConfirm(id: string): Promise<void> {
  await store.remove(id)
  show(items.filter((one) => one.id !== id))
}

/** Those of the signed-in account, the oldest first. */
export function useConfirms(): readonly KeptConfirm[] {
  const all = useSyncExternalStore(changed.listen, () => items)
  return all.filter(({ owner }) => owner === ownerKey())
}
