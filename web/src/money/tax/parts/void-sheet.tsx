import { taxInputVoid } from '../../../form/calls/tax-input-void.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import type { TaxInput } from './input-words.ts'

/** The invoice was registered wrongly. */
export default reasonSheet(taxInputVoid, ({ input }: { readonly input: TaxInput }) => ({
  title: `作废 ${input.number}`,
  action: '作废登记',
  variant: 'danger' as const,
  usual: ['登记错误', '销售方已作废该发票'],
  start: { inputId: input.inputId, version: input.version },
  toast: '已作废',
}))
