import { useState } from 'react'
import { newKey } from '../call/calls.ts'
import { draftKeyOf, filesKeyOf } from '../draft.ts'
import { readStored, writeStored } from '../stored.ts'
import { type FormFiles, formFiles } from './files-of.ts'

/**
 * Files of a form whose texts are the draft `name`: they come back with the texts of the draft, and in no other form.
 * `secret`: as the draft has it.
 */
export function useFormFiles(name: string, { secret = false }: { readonly secret?: boolean } = {}): FormFiles {
  const key = filesKeyOf(draftKeyOf(name, secret))
  const [id] = useState(() => readStored(key) ?? newKey())
  return formFiles(id, () => writeStored(key, id))
}
