import { useState } from 'react'
import { newKey } from '../call/calls.ts'

/*
 * What the files on this phone belong to: a stored record, or a form that was begun for a new one. A name that every form
 * of a kind shares would attach the files of an abandoned form to the next record, which may be another customer's.
 */

declare const onlyByHook: unique symbol

/** A form that was begun for a new record. Its files are found by the form alone. */
export interface FormFiles {
  readonly form: string
  /** Called before a file is stored: from then on the form has this id, also after a reload. */
  readonly begin: () => void
  readonly [onlyByHook]: true
}

/** `part`: what of the record the files belong to, when another record may have the same id. */
export type FilesOf = { readonly record: string; readonly part?: string } | FormFiles

/** @internal for the hooks alone */
export const formFiles = (form: string, begin: () => void) => ({ form, begin }) as FormFiles

/** Name of the files in the queue. @throws Error for an id that no stored record has */
export function filesNameOf(of: FilesOf): string {
  if ('form' in of) return `form/${of.form}`
  if (!/^\d+$/.test(of.record)) throw new Error(`'${of.record}' is no stored record: use the files of a form`)
  return of.part === undefined ? of.record : `${of.part}/${of.record}`
}

/** Files of a form without a draft, whose texts end with it. The caller removes them when the form ends. */
export function useUnkeptFiles(): FormFiles {
  const [id] = useState(newKey)
  return formFiles(id, () => {})
}

/** Files of a record, or of the form while the record is new. */
export const filesOfRecordOr = (record: string | undefined, form: FormFiles): FilesOf =>
  record === undefined ? form : { record }
