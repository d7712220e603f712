import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { useSyncExternalStore } from 'react'
import type { calls, InputOf } from '../../../../kernel/call/calls.ts'
import { phoneStoreOf } from '../../../../kernel/phone-store.ts'
import { createSignal } from '../../../../kernel/signal.ts'
import { ownerKey } from '../../../../kernel/token.ts'
import { noteUnsent } from '../../../../kernel/unsent.ts'
import type { RecordInput, Task } from '../handover.ts'
import type { KeptEntry } from '../use-handover.ts'

/*
 * Handovers that were confirmed without a network: on this phone, by whoever confirmed them, until the server has them. None is
 * dropped by itself; send-kept.ts sends them.
 */

/** A confirmation as it was pressed. */
export interface KeptConfirm {
  /** One of each kind for an order. */
  readonly id: string
  /** Whose it is: nobody else sends it. */
  readonly owner: string
  /** When it was pressed, epoch ms. */
  readonly takenAt: number
  /** Tells its repeats from another confirmation, on the server too. */
  readonly key: string
  readonly type: HandoverType
  readonly order: Pick<Task['order'], 'orderId' | 'orderKind' | 'contactName'>
  readonly plate: string
  readonly vehicleId: string
  /** What was entered and the server did not have. */
  readonly entry: KeptEntry
  /** When the car changed hands, and what was due then: nothing. */
  readonly input: InputOf<typeof calls.pickupReturn.confirm>
  /** The record as it was sent last, so that a repeat says the same. */
  readonly draft: RecordInput | null
  /** Why the server did not take it; null while it waits. */
  readonly refused: string | null
}

const store = phoneStoreOf<KeptConfirm>('cheyi-confirms')
const changed = createSignal()
let items: readonly KeptConfirm[] = []

function show(next: readonly KeptConfirm[]): void {
  items = next
  noteUnsent(next.filter(({ owner }) => owner === ownerKey()).length)
  changed.tell()
}

export const confirmIdOf = (type: HandoverType, orderId: string): string => `${type} ${orderId}`

/** Reads the database anew: another page of this phone may have sent some. */
export async function loadConfirms(): Promise<readonly KeptConfirm[]> {
  show(await store.all())
  return items.filter(({ owner }) => owner === ownerKey())
}

/** Keeps one; what was kept of the same handover before gives way. @returns false when the phone has no room */
export async function keepConfirm(confirm: KeptConfirm): Promise<boolean> {
  const kept = await store.put(confirm)
  if (kept) show([...items.filter(({ id }) => id !== confirm.id), confirm])
  return kept
}

/** It is through, or whoever confirmed it took it back. */
export async function dropConfirm(id: string): Promise<void> {
  await store.remove(id)
  show(items.filter((one) => one.id !== id))
}

/** Those of whoever is signed in, the oldest first. */
export function useConfirms(): readonly KeptConfirm[] {
  const all = useSyncExternalStore(changed.listen, () => items)
  return all.filter(({ owner }) => owner === ownerKey())
}
