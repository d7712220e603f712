import { maskId } from '@cheyi/domain/mask'
import { genders } from '@cheyi/domain/rental/driver/codes'
import type { DocumentReading } from '@cheyi/domain/rental/driver/reading'
import { birthFieldsOf, type Changes, type Entry, isCardLicence } from './entry.ts'
import type { PersonDetail } from './person-words.ts'

/* Text recognition results against the entered values: empty fields are filled, typed ones stay and need a decision. */

/** A field whose value differs from the picture. */
export interface Conflict {
  readonly key: string
  /** 姓名. */
  readonly label: string
  readonly text: string
  /** Changes that apply the value of the picture. */
  readonly changes: Changes
}

export interface Proposals {
  readonly filled: Changes
  readonly conflicts: readonly Conflict[]
}

type Field = Exclude<keyof DocumentReading, 'forever'>

const labels: Readonly<Record<Field, string>> = {
  name: '姓名',
  identityNo: '证件号码',
  identityExpire: '证件有效期',
  birthday: '出生日期',
  gender: '性别',
  address: '地址',
  licenceNo: '驾驶证号',
  licenceClass: '准驾车型',
  licenceFirstIssue: '初次领证',
  licenceExpire: '驾驶证有效期',
}

const isEmpty = (value: Entry[keyof Entry]): boolean => value === '' || value === null

/** A stored number is shown masked: the read number is compared by its mask. */
function holds(field: Field, value: string | number, entry: Entry, stored: PersonDetail | null): boolean {
  if ((field === 'identityNo' || field === 'licenceNo') && entry[field] === null)
    return stored !== null && maskId(String(value)) === stored[field]
  return entry[field] === value
}

const isStored = (field: Field, entry: Entry, stored: PersonDetail | null): boolean =>
  (field === 'identityNo' || field === 'licenceNo') && entry[field] === null && stored !== null && stored[field] !== ''

/** Names of the filled fields. */
export const readNames = (filled: Changes): string[] =>
  (Object.keys(labels) as Field[]).filter((field) => field in filled).map((field) => labels[field])

/** Compares a reading with the current form. */
export function proposalsOf(reading: DocumentReading, entry: Entry, stored: PersonDetail | null): Proposals {
  const filled: Record<string, unknown> = {}
  const conflicts: Conflict[] = []
  const { forever, ...read } = reading
  for (const [field, value] of Object.entries(read) as [Field, string | number | null][]) {
    if (value === null) continue
    // The number already gives birthday and gender.
    if ((field === 'birthday' || field === 'gender') && birthFieldsOf(entry, stored).fixed) continue
    // The licence of an identity card holder has the same number: a number not entered yet may be read from either document.
    if (field === 'licenceNo' && isCardLicence(entry)) {
      const own = entry.identityNo ?? stored?.identityNo ?? ''
      if (own === '') filled.identityNo ??= value
      else if (own !== value && own !== maskId(String(value)))
        conflicts.push(conflict(field, value, { licenceNo: String(value) }))
    } else if (field === 'identityExpire' && entry.forever)
      conflicts.push(conflict(field, value, { identityExpire: String(value), forever: false }))
    else if (holds(field, value, entry, stored)) continue
    else if (isEmpty(entry[field]) && !isStored(field, entry, stored)) filled[field] = value
    else conflicts.push(conflict(field, value, { [field]: value }))
  }
  if (forever && !entry.forever) {
    const changes: Changes = { forever: true, identityExpire: null }
    if (entry.identityExpire === null) Object.assign(filled, changes)
    else conflicts.push(conflict('identityExpire', '长期有效', changes))
  }
  return { filled: filled as Changes, conflicts }
}

const conflict = (field: Field, value: string | number, changes: Changes): Conflict => ({
  key: field,
  label: labels[field],
  text: typeof value === 'number' ? genders.text(value) : value,
  changes,
})
