import { consentKind } from '@cheyi/domain/rental/driver/consent'
import { type DocumentSlot, FACE } from '@cheyi/domain/rental/driver/documents'
import {
  type CheckedPaper,
  type CheckFault,
  checkedPapers,
  type PaperAnswer,
} from '@cheyi/domain/rental/driver/paper-check'
import type { AskedPapers } from '@cheyi/domain/rental/driver/papers'
import { localDate } from '@cheyi/domain/time'
import { type RefCallback, useState } from 'react'
import type { Staleness } from '../../../form/stale-notice.tsx'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor, isStale } from '../../../kernel/call/refused.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { filesOfRecordOr } from '../../../kernel/media/files-of.ts'
import { useFormFiles } from '../../../kernel/media/form-files.ts'
import { useNow } from '../../../kernel/now.ts'
import {
  answerOf,
  type Changes,
  type Entry,
  entryOf,
  faultOf,
  inputOf,
  isAskable,
  missingPictures,
  type Problems,
  passProblems,
  pictureProblems,
  problemsOf,
  type Reasons,
} from '../parts/entry.ts'
import { type PersonDetail, personChanges } from '../parts/person-words.ts'
import { type Pictures, usePictures } from '../parts/use-pictures.ts'
import { type Reading, useReading } from '../parts/use-reading.ts'

type Numbers = OutputOf<typeof calls.driver.revealPerson>

export type Checked = OutputOf<typeof calls.driver.checkIdentity | typeof calls.driver.checkLicence>

/** A document with its register answer, for the values in the form. */
export interface Registered {
  /** The register's answer on name and number. */
  readonly answer: PaperAnswer
  /** The fault that the answer shows. */
  readonly fault: CheckFault | null
  /** Whether the merchant queries the register for this type of document. */
  readonly isAsked: boolean
  /** Why the document is verified despite the fault. */
  readonly reason: string
  readonly setReason: (reason: string) => void
}

/** A saved file: enough to verify or reject it. */
export interface Saved {
  readonly personId: string
  readonly version: number
}

export interface PersonForm {
  readonly entry: Entry
  readonly stored: PersonDetail | null
  readonly today: string
  readonly enter: (changes: Changes) => void
  /** Called when a field loses focus: its errors are shown from then on. */
  readonly leave: (name: keyof Entry) => void
  readonly problems: Readonly<Record<string, string>>
  /** Id of another customer's file that has the same document. */
  readonly twin: string | null
  readonly pictures: Pictures
  /** The customer consented to the storage of documents earlier. */
  readonly agreedBefore: boolean
  readonly consent: boolean
  readonly setConsent: (on: boolean) => void
  /** Separate consent to a picture of the face; withdrawing it removes the picture. */
  readonly faceConsent: boolean
  readonly setFaceConsent: (on: boolean) => void
  /** Pictures that the merchant requires and that are missing. */
  readonly missing: readonly DocumentSlot[]
  /** Requirements of the merchant; undefined until loaded. */
  readonly asked: AskedPapers | undefined
  /** Why the pictures are missing. */
  readonly waived: string
  readonly setWaived: (reason: string) => void
  readonly registers: Readonly<Record<CheckedPaper, Registered>>
  /** Queries a register; null: the call failed. */
  readonly check: (paper: CheckedPaper, personId: string) => Promise<Checked | null>
  /** The stored numbers in full, after they were revealed. */
  readonly numbers: Numbers | null
  readonly reveal: () => void
  readonly revealing: boolean
  readonly reading: Reading
  readonly dirty: boolean
  readonly overtaken: Staleness
  readonly busy: boolean
  /** Saves the changes, or answers the stored file when there are none; null: not saved, and the page shows why. */
  readonly save: (options?: { forPass: boolean }) => Promise<Saved | null>
  readonly verify: (saved: Saved, pass: boolean) => Promise<boolean>
  readonly frame: RefCallback<HTMLElement>
}

const taken = isRefusedFor('personExists')

/** State of the form: the draft over the stored file, its pictures, its errors, and the calls. */
export function usePersonForm(stored: PersonDetail | null, refetch: () => void): PersonForm {
  const today = localDate(useNow())
  const name = `person:${stored?.personId ?? 'new'}`
  const { value: changes, set, clear } = useDraft<Changes>(name, {}, { secret: true })
  const pictures = usePictures(stored, filesOfRecordOr(stored?.personId, useFormFiles(name, { secret: true })))
  const [consent, setConsent] = useState(false)
  const [faceAgreed, setFaceAgreed] = useState<boolean>()
  // A picture left in the queue was taken after the consent.
  const faceConsent =
    faceAgreed ?? (pictures.tile(FACE).status !== 'none' || stored?.consents.includes(consentKind.face) === true)
  const [waived, setWaived] = useState(stored?.waiveReason ?? '')
  const [reasons, setReasons] = useState<Reasons>({
    idCard: stored?.mismatchReason ?? '',
    licence: stored?.licenceReason ?? '',
  })
  // Until the setting is loaded only the server checks, with the same messages.
  const asked = useRead(calls.merchant.setting, {}, { freshFor: 600_000 }).data
  const agreedBefore = stored?.consents.includes(consentKind.documents) === true
  const { problems, show, settle, check, frame } = useProblems()
  const [twin, setTwin] = useState<string | null>(null)
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  /** The file before a write that was refused as outdated. */
  const [before, setBefore] = useState<PersonDetail | null>(null)

  const manner = { handles: answers, onFailure: answer }
  const saving = useWrite(calls.driver.savePerson, manner)
  const verifying = useWrite(calls.driver.verifyPerson, manner)
  const checking = { idCard: useWrite(calls.driver.checkIdentity), licence: useWrite(calls.driver.checkLicence) }
  const revealing = useWrite(calls.driver.revealPerson)

  const entry = entryOf(stored, changes)
  const dirty = Object.keys(changes).length > 0 || pictures.taken.length > 0
  const missing = asked === undefined ? [] : missingPictures(entry, pictures, asked)
  const passable = (): Problems =>
    asked === undefined
      ? {}
      : passProblems(entry, stored, missing, { asked, waived: waived.trim(), reasons: trimmed(reasons) })
  const judge = (given = entry, agreed = consent): Problems => ({
    ...problemsOf(given, stored, today),
    ...pictureProblems({ taken: pictures.taken, agreed: agreed || agreedBefore }),
  })

  const reading = useReading({
    ids: pictures.ids(),
    agreed: consent || agreedBefore,
    consent,
    entry,
    stored,
    fill(more) {
      const next = { ...changes, ...more }
      set(next)
      if ('identityNo' in more) setTwin(null)
      // Values from a picture are validated at once, because their fields never lose focus.
      const found = judge(entryOf(stored, next))
      for (const name of Object.keys(more)) check(name, found)
    },
  })

  const daily = { idCard: asked?.checkIdentityDaily ?? 0, licence: asked?.checkLicenceDaily ?? 0 }
  const registered = (paper: CheckedPaper): Registered => ({
    answer: answerOf(paper, entry, stored),
    fault: faultOf(paper, entry, stored),
    isAsked: daily[paper] > 0 && isAskable(paper, entry, stored),
    reason: reasons[paper],
    setReason(reason) {
      setReasons({ ...reasons, [paper]: reason })
      settle(judge())
    },
  })

  function answer(failure: CallFailure) {
    if (isStale(failure)) {
      setBefore((old) => old ?? stored)
      refetch()
    }
    if (taken(failure)) setTwin(idIn(failure.data))
    const found = problemsIn(failure)
    if (Object.keys(found).length > 0) show(found)
  }
  return {
    entry,
    stored,
    today,
    enter(more) {
      set({ ...changes, ...more })
      if ('identityNo' in more || 'identityType' in more) setTwin(null)
      settle(judge(entryOf(stored, { ...changes, ...more })))
    },
    // An empty field is not an error before saving.
    leave: (name) => entry[name] && check(name, judge()),
    problems,
    twin,
    pictures,
    agreedBefore,
    consent,
    setConsent(on) {
      setConsent(on)
      settle(judge(entry, on))
    },
    faceConsent,
    setFaceConsent(on) {
      setFaceAgreed(on)
      if (!on) pictures.drop(FACE)
    },
    missing,
    asked,
    waived,
    setWaived(reason) {
      setWaived(reason)
      settle(judge())
    },
    registers: { idCard: registered('idCard'), licence: registered('licence') },
    check: (paper, personId) => checking[paper].run({ personId }),
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
    busy: saving.pending || verifying.pending || checkedPapers.some((paper) => checking[paper].pending),
    async save({ forPass } = { forPass: false }) {
      if (!show({ ...judge(), ...(forPass ? passable() : {}) })) return null
      if (stored && !dirty) return stored
      const saved = await saving.run(inputOf(entry, stored, pictures.ids(), { consent, faceConsent }))
      if (!saved) return null
      clear()
      pictures.forget()
      reading.forget()
      return saved
    },
    verify: async ({ personId, version }, pass) => {
      const waiveReason = (pass && missing.length > 0 && waived.trim()) || undefined
      const given = trimmed(reasons)
      const mismatchReason = (pass && given.idCard) || undefined
      const licenceReason = (pass && given.licence) || undefined
      return (await verifying.run({ personId, version, pass, waiveReason, mismatchReason, licenceReason })) !== null
    },
    reading,
    frame,
  }
}

/** Refusals that the page shows beside their fields. */
const answers = (failure: CallFailure): boolean => isStale(failure) || Object.keys(problemsIn(failure)).length > 0

const problemsIn = (failure: CallFailure): Problems =>
  taken(failure) ? { identityNo: failure.message } : faultsOf(failure)

const trimmed = ({ idCard, licence }: Reasons): Reasons => ({ idCard: idCard.trim(), licence: licence.trim() })

const idIn = (data: unknown): string | null =>
  data !== null && typeof data === 'object' && 'personId' in data && typeof data.personId === 'string'
    ? data.personId
    : null
