import { genders } from '@cheyi/domain/rental/driver/codes'
import { readSlots } from '@cheyi/domain/rental/driver/reading'
import { z } from 'zod'
import { write } from '../kernel/call.ts'
import { Flag, id, maybe, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** OCR of documents. */
export const reading = {
  readDocument: write({
    path: '/api/person/v1/ocr',
    summary: '识别证件照片',
    permission: ['person.edit'],
    changes: false,
    input: z.object({
      mediaId: id('证件照片'),
      slot: word(readSlots, '证件页面'),
      /** The customer whose file the picture is for, if it exists. */
      personId: maybe(id('客户')),
      /** The customer has just consented to storing and reading documents. */
      consent: maybe(Flag),
    }),
    /** The OCR result, to be compared with the document; null on a retry, since it is not stored. */
    output: z.object({
      reading: z
        .object({
          name: z.string().nullable(),
          identityNo: z.string().nullable(),
          identityExpire: out.date.nullable(),
          forever: z.boolean(),
          birthday: out.date.nullable(),
          gender: out.code(genders).nullable(),
          address: z.string().nullable(),
          licenceNo: z.string().nullable(),
          licenceClass: z.string().nullable(),
          licenceFirstIssue: out.date.nullable(),
          licenceExpire: out.date.nullable(),
        })
        .nullable(),
    }),
    refusals: ['ocrAbsent', 'ocrFailed', 'ocrSpent'],
  }),
}
