import { calls, type InputOf, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Box, Notice, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

type AgreementSheetProps = InputOf<typeof calls.agreement.facts> & Asks<never> & { readonly title: string }

/** The text of the document, to be read or copied. */
export default function AgreementSheet({ orderId, type, title }: AgreementSheetProps) {
  const facts = useRead(calls.agreement.facts, { orderId, type })
  return (
    <OpenedSheet title={title}>
      <Stack gap={12}>
        <Answer of={facts} cards={2}>
          {({ missing, sections }) => (
            <>
              {missing.length > 0 && <Notice>尚缺：{missing.join('、')}</Notice>}
              {sections.map(({ title: name, rows }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat (one section per driver) and the order never changes.
                <section key={index}>
                  <Box as="h3" size="s" below={4}>
                    {name}
                  </Box>
                  <KeyValue rows={rows.map(({ label, text }) => ({ label, value: text || '—' }))} />
                </section>
              ))}
            </>
          )}
        </Answer>
      </Stack>
    </OpenedSheet>
  )
}
