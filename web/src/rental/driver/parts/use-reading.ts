import { identityType } from '@cheyi/domain/rental/driver/codes'
import type { DocumentSlot } from '@cheyi/domain/rental/driver/documents'
import { type DocumentReading, type ReadSlot, readSlots } from '@cheyi/domain/rental/driver/reading'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Changes, Entry } from './entry.ts'
import type { PersonDetail } from './person-words.ts'
import { type Conflict, proposalsOf, readNames } from './proposals.ts'

export interface Reading {
  readonly busy: boolean
  /** Names of the fields filled from a picture: they must be compared with the document. */
  readonly filled: readonly string[]
  readonly conflicts: readonly Conflict[]
  /** Applies the value of the picture. */
  readonly take: (one: Conflict) => void
  /** Keeps the entered value. */
  readonly keep: (one: Conflict) => void
  /** Why a picture could not be read; null for no failure. */
  readonly failed: string | null
  readonly forget: () => void
}

interface Read {
  readonly ids: Readonly<Partial<Record<DocumentSlot, string>>>
  /** The customer consented, now or earlier. */
  readonly agreed: boolean
  readonly consent: boolean
  readonly entry: Entry
  readonly stored: PersonDetail | null
  readonly fill: (changes: Changes) => void
}

/** Reads each document picture once it is uploaded and consent is given, and fills the empty fields. */
export function useReading({ ids, agreed, consent, entry, stored, fill }: Read): Reading {
  const reader = useWrite(calls.driver.readDocument, { quiet: true, onFailure: ({ message }) => setFailed(message) })
  const asked = useRef(new Set<string>())
  // A running write accepts no other input, so readings run one after another.
  const before = useRef(Promise.resolve())
  const [waiting, setWaiting] = useState(0)
  const [failed, setFailed] = useState<string | null>(null)
  const [arrived, setArrived] = useState<readonly DocumentReading[]>([])
  const [filled, setFilled] = useState<readonly string[]>([])
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])

  const read = useEffectEvent(async (slot: ReadSlot, mediaId: string) => {
    setFailed(null)
    const answer = await reader.run({ mediaId, slot, personId: stored?.personId, consent: consent || undefined })
    setWaiting((n) => n - 1)
    const reading = answer?.reading
    if (reading) setArrived((all) => [...all, reading])
  })
  const open =
    entry.identityType === identityType.idCard
      ? readSlots
      : readSlots.filter((slot) => slot === 'licenceMain' || slot === 'licenceSub')
  const due = agreed ? open.flatMap((slot) => (ids[slot] === undefined ? [] : [`${slot}/${ids[slot]}`])).join() : ''
  useEffect(() => {
    for (const one of due.split(',').filter((key) => key !== '' && !asked.current.has(key))) {
      asked.current.add(one)
      const [slot, mediaId] = one.split('/') as [ReadSlot, string]
      setWaiting((n) => n + 1)
      before.current = before.current.then(() => read(slot, mediaId))
    }
  }, [due])

  // Applied to the form at the time of the answer, since the clerk may have typed meanwhile.
  const merge = useEffectEvent((reading: DocumentReading) => {
    const found = proposalsOf(reading, entry, stored)
    fill(found.filled)
    setFilled((names) => [...new Set([...names, ...readNames(found.filled)])])
    setConflicts((all) => [
      ...all.filter(({ key }) => !found.conflicts.some((one) => one.key === key)),
      ...found.conflicts,
    ])
    setArrived((all) => all.filter((one) => one !== reading))
  })
  useEffect(() => {
    const [first] = arrived
    if (first !== undefined) merge(first)
  }, [arrived])

  const keep = (one: Conflict) => setConflicts((all) => all.filter((other) => other !== one))
  return {
    busy: waiting > 0,
    failed,
    filled,
    conflicts,
    keep,
    take(one) {
      fill(one.changes)
      keep(one)
    },
    forget() {
      setFilled([])
      setConflicts([])
    },
  }
}
