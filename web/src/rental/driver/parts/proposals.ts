import { maskId } from '@cheyi/domain/mask'
import { genders } from '@cheyi/domain/rental/driver/codes'
import type { DocumentReading } from '@cheyi/domain/rental/driver/reading'
import { bornOf, type Changes, type Entry, isCardLicence } from './entry.ts'
import type { PersonDetail } from './person-words.ts'

/*
 * What a machine read, beside what is entered: empty fields are filled, what somebody typed stays and is asked about.
 */

/** A field that says something else than the picture. */
export interface Conflict {
  readonly key: string
  /** 姓名. */
  readonly label: string
  readonly text: string
  /** Takes the picture's word. */
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

/** A stored number is shown masked: what was read is the same when its mask is. */
function holds(field: Field, value: string | number, entry: Entry, stored: PersonDetail | null): boolean {
  if ((field === 'identityNo' || field === 'licenceNo') && entry[field] === null)
    return stored !== null && maskId(String(value)) === stored[field]
  return entry[field] === value
}

const isStored = (field: Field, entry: Entry, stored: PersonDetail | null): boolean =>
  (field === 'identityNo' || field === 'licenceNo') && entry[field] === null && stored !== null && stored[field] !== ''

/** Names of fields that were filled. */
export const readNames = (filled: Changes): string[] =>
  (Object.keys(labels) as Field[]).filter((field) => field in filled).map((field) => labels[field])

/** What becomes of a reading over the form as it stands. */
export function proposalsOf(reading: DocumentReading, entry: Entry, stored: PersonDetail | null): Proposals {
  const filled: Record<string, unknown> = {}
  const conflicts: Conflict[] = []
  const { forever, ...read } = reading
  for (const [field, value] of Object.entries(read) as [Field, string | number | null][]) {
    if (value === null) continue
    // A number that says them itself leaves nothing to read.
    if ((field === 'birthday' || field === 'gender') && bornOf(entry, stored).fixed) continue
    // The licence of whoever has an identity card bears its number: what is not entered yet may be read from either.
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
