import type { OutputOf } from '@cheyi/contract/call'
import type { driver } from '@cheyi/contract/driver'
import { localDate } from '@cheyi/domain/time'
import { type RefObject, useState } from 'react'
import { isStale } from '../../form/stale.ts'
import type { Staleness } from '../../form/stale-notice.tsx'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { useDraft } from '../../kernel/draft.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { useNow } from '../../kernel/now.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { useFirstError } from '../../ui/field.tsx'
import { type PersonDetail, personChanges } from '../parts/person-words.ts'
import {
  type Changes,
  type Entry,
  entryOf,
  FACE,
  inputOf,
  isField,
  type Problems,
  passProblems,
  pictureProblems,
  problemsOf,
} from './entry.ts'
import { type Pictures, usePictures } from './use-pictures.ts'

type Numbers = OutputOf<typeof driver.revealPerson>

/** A saved file: enough to pass or fail it. */
export interface Saved {
  readonly personId: string
  readonly version: number
}

export interface PersonForm {
  readonly entry: Entry
  readonly stored: PersonDetail | null
  readonly today: string
  readonly enter: (changes: Changes) => void
  /** A field was left: what is wrong with it is said from now on. */
  readonly leave: (name: keyof Entry) => void
  readonly problems: Problems
  /** Somebody else has the document: their file. */
  readonly twin: string | null
  readonly pictures: Pictures
  readonly consent: boolean
  readonly setConsent: (on: boolean) => void
  /** To a picture of the face, asked for by itself; taking it back takes the picture back. */
  readonly faceConsent: boolean
  readonly setFaceConsent: (on: boolean) => void
  /** The stored numbers in full, once they were asked for. */
  readonly numbers: Numbers | null
  readonly reveal: () => void
  readonly revealing: boolean
  /** Something was typed or taken that is not saved. */
  readonly dirty: boolean
  /** Whether somebody else was faster. */
  readonly overtaken: Staleness
  readonly busy: boolean
  /** Saves what is entered, or answers what is stored when nothing is; null: not done, and the page says why. */
  readonly save: (options?: { forPass: boolean }) => Promise<Saved | null>
  readonly verify: (saved: Saved, pass: boolean) => Promise<boolean>
  readonly frame: RefObject<HTMLDivElement | null>
}

const taken = refusedAs('personExists')

/** The state of the form: the draft over what is stored, its pictures, what is wrong, and the calls. */
export function usePersonForm(stored: PersonDetail | null, refetch: () => void): PersonForm {
  const today = localDate(useNow())
  const { value: changes, set, clear } = useDraft<Changes>(`person:${stored?.personId ?? 'new'}`, {}, { secret: true })
  const pictures = usePictures(stored)
  const [consent, setConsent] = useState(false)
  const [faceAgreed, setFaceAgreed] = useState<boolean>()
  // A picture left from before was taken after the consent.
  const faceConsent = faceAgreed ?? pictures.tile(FACE).status !== 'none'
  const [problems, setProblems] = useState<Problems>({})
  const [twin, setTwin] = useState<string | null>(null)
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  /** The file as it was when a write came too late. */
  const [before, setBefore] = useState<PersonDetail | null>(null)
  const { frame, showFirst } = useFirstError()

  const manner = { handles: answers, onFailure: answer }
  const saving = useWrite(calls.driver.savePerson, manner)
  const verifying = useWrite(calls.driver.verifyPerson, manner)
  const revealing = useWrite(calls.driver.revealPerson)

  const entry = entryOf(stored, changes)
  const dirty = Object.keys(changes).length > 0 || pictures.taken.length > 0
  const judge = (given = entry, agreed = consent): Problems => ({
    ...problemsOf(given, stored, today),
    ...pictureProblems({ ...pictures, consent: agreed }),
  })

  function show(found: Problems) {
    setProblems(found)
    showFirst()
  }
  function answer(failure: CallFailure) {
    if (isStale(failure)) {
      setBefore((old) => old ?? stored)
      refetch()
    }
    if (taken(failure)) setTwin(idIn(failure.data))
    const fields = issuesOf(failure)
    if (Object.keys(fields).length > 0) show(fields)
  }
  /** Messages go as soon as their cause does; new ones wait for leaving the field. */
  function keep(found: Problems) {
    setProblems((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in found)))
  }
  return {
    entry,
    stored,
    today,
    enter(more) {
      set({ ...changes, ...more })
      if ('identityNo' in more || 'identityType' in more) setTwin(null)
      keep(judge(entryOf(stored, { ...changes, ...more })))
    },
    leave(name) {
      const text = judge()[name]
      // An empty field is not wrong before the file is to be saved.
      if (entry[name] && text) setProblems((shown) => ({ ...shown, [name]: text }))
    },
    problems,
    twin,
    pictures,
    consent,
    setConsent(on) {
      setConsent(on)
      keep(judge(entry, on))
    },
    faceConsent,
    setFaceConsent(on) {
      setFaceAgreed(on)
      if (!on) pictures.drop(FACE)
    },
    numbers,
    async reveal() {
      if (stored) setNumbers(await revealing.run({ personId: stored.personId }))
    },
    revealing: revealing.pending,
    dirty,
    overtaken: {
      state: !before || !stored ? 'none' : before.version === stored.version ? 'failed' : 'ready',
      changes: before && stored ? personChanges(before, stored) : [],
      mark: refetch,
      clear: () => setBefore(null),
    },
    busy: saving.pending || verifying.pending,
    async save({ forPass } = { forPass: false }) {
      const found = { ...judge(), ...(forPass ? passProblems(pictures) : {}) }
      if (Object.keys(found).length > 0) {
        show(found)
        return null
      }
      if (stored && !dirty) return stored
      const saved = await saving.run(inputOf(entry, stored, pictures.ids(), consent || faceConsent))
      if (!saved) return null
      clear()
      pictures.forget()
      setProblems({})
      return saved
    },
    verify: async ({ personId, version }, pass) => (await verifying.run({ personId, version, pass })) !== null,
    frame,
  }
}

/** Refusals that the page answers itself, beside the field they are about. */
const answers = (failure: CallFailure): boolean =>
  isStale(failure) || taken(failure) || Object.keys(issuesOf(failure)).length > 0

/** Every wrong field of a refusal, by its name. */
function issuesOf(failure: CallFailure): Problems {
  if (taken(failure)) return { identityNo: failure.message }
  const issues = list(failure.data)
  const named = issues.length > 0 ? issues : [{ field: failure.field ?? '', message: failure.message }]
  return Object.fromEntries(named.filter(({ field }) => isField(field)).map(({ field, message }) => [field, message]))
}

interface Issue {
  readonly field: string
  readonly message: string
}

function list(data: unknown): readonly Issue[] {
  if (data === null || typeof data !== 'object' || !('issues' in data) || !Array.isArray(data.issues)) return []
  return data.issues.filter(
    (one: unknown): one is Issue =>
      one !== null && typeof one === 'object' && 'field' in one && typeof one.field === 'string' && 'message' in one,
  )
}

const idIn = (data: unknown): string | null =>
  data !== null && typeof data === 'object' && 'personId' in data && typeof data.personId === 'string'
    ? data.personId
    : null
