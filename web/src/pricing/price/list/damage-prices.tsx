import { formatMoney } from '@cheyi/domain/money'
import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { type PartFamily, partFamilies, pricedKindNames, pricedKinds } from '@cheyi/domain/rental/damage/prices'
import { termsSaveDamagePrice } from '../../../form/calls/terms-save-damage-price.gen.ts'
import { FenField } from '../../../form/fields.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Card, Note, Stack } from '../../../ui/layout.tsx'
import { TermsRow } from './terms-list.tsx'
import { TermsSheet } from './terms-sheet.tsx'

const useDamagePrices = () => useRead(calls.terms.damagePrices, {})

/** Prices for damage found at the return, by part. */
export default function DamagePrices() {
  const mayEdit = useMayWhole('price.edit')
  return (
    <Answer of={useDamagePrices()} cards={3}>
      {(rows) => (
        <Stack gap={10} narrow>
          <Note>还车标记损伤时按此带出费用，可以改；没有价格的另行估价</Note>
          <Card>
            {rows.map((row) => (
              <TermsRow
                key={row.family}
                name={partFamilies[row.family]}
                facts={pricedKindNames.flatMap((kind) => wordsOf(kind, row[kind])).join(' · ') || '另行估价'}
                first={row === rows[0]}
                edit={
                  mayEdit ? () => void open(async () => ({ default: PriceSheet }), { family: row.family }) : undefined
                }
              />
            ))}
          </Card>
        </Stack>
      )}
    </Answer>
  )
}

const wordsOf = (kind: keyof typeof pricedKinds, fen: number | null): string[] =>
  fen === null ? [] : [`${damageKinds.text(pricedKinds[kind])}\u00a0${formatMoney(fen)}`]

function PriceSheet({ family, answer }: Asks<true> & { readonly family: PartFamily }) {
  const read = useDamagePrices()
  const row = read.data?.find((one) => one.family === family)
  const form = useForm(termsSaveDamagePrice, {
    id: family,
    stored: row ?? {
      family,
      version: 1,
      scratch: null,
      dent: null,
      paint: null,
      broken: null,
      missing: null,
      stain: null,
    },
    refetch: () => void read.refetch(),
    onSaved() {
      feedback.toast('已保存，只影响以后标记的损伤')
      answer(true)
    },
  })
  return (
    <TermsSheet noun={partFamilies[family]} of={form} isNew={false}>
      {pricedKindNames.map((kind) => (
        <FenField key={kind} of={form.fields[kind]} placeholder="另行估价" />
      ))}
    </TermsSheet>
  )
}
