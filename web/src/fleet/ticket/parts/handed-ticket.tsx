import type { ReactNode } from 'react'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { useAnswers } from '../../../page/page.tsx'
import type { Handed } from '../../../platform/referral/parts/handed.tsx'
import { firstCars } from './cars.ts'

interface HandedTicketProps<T> {
  readonly referralId: string
  readonly by: Parameters<typeof firstCars>[0]
  readonly children: (given: T, handed: Handed) => ReactNode
}

/** The form of a new ticket that a colleague filled in, checked by the server. */
export function HandedTicket<T extends { readonly vehicleId?: string | null }>({
  referralId,
  by,
  children,
}: HandedTicketProps<T>) {
  const [handed] = useAnswers(ask(calls.referral.draft, { id: referralId }))
  const given = JSON.parse(handed.draft) as T
  useAnswers(firstCars(by, given.vehicleId ?? undefined))
  return children(given, handed)
}
