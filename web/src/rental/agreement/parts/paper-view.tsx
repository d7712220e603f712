import './paper.css'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { view } from '../../../page/view.ts'
import { Box, Card, Grid, Note, Text } from '../../../ui/layout.tsx'
import { CarOutline } from '../../../ui/media/later.tsx'
import { FeeLine, KeyValue } from '../../../ui/show/rows.tsx'

type Paper = OutputOf<typeof calls.agreement.signPage>['paper']

/** The text of the printed document, laid out for a phone. */
export function PaperView({ paper }: { paper: Paper }) {
  const { marks, inspected, photos } = paper
  const shown = photos.map(({ url, caption }) => ({ url, alt: caption }))
  return (
    <>
      <Box as="header" pad={[4, 0]}>
        <Text as="h2" size="xl">
          {paper.title}
        </Text>
        <Note num>合同编号 {paper.agreementNo}</Note>
      </Box>
      {paper.sections.map(({ title, rows }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat (one section per driver) and the order never changes.
        <Card pad key={index} title={title}>
          <KeyValue rows={rows.map(({ label, text }) => ({ label, value: text || '—' }))} />
        </Card>
      ))}
      {paper.fees.map(({ title, rows, total }) => (
        <Card pad key={title} title={title}>
          {rows.map(({ name, formula, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat and the order never changes.
            <FeeLine key={index} label={name} basis={formula} fen={amount} stacked />
          ))}
          <FeeLine label={<strong>合计</strong>} fen={total} />
        </Card>
      ))}
      {inspected && (
        <Card pad title="车身损伤">
          {marks.length === 0 ? (
            <Note>交接时车身无损伤</Note>
          ) : (
            <>
              <CarOutline drawing={carDrawing} parts={[]} marks={marks.map((mark) => ({ ...mark, part: '' }))} />
              <ol className="paper-marks">
                {marks.map(({ text }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same text may occur twice, and the order never changes.
                  <li key={index}>{text}</li>
                ))}
              </ol>
            </>
          )}
        </Card>
      )}
      {photos.length > 0 && (
        <Card pad title="验车照片">
          <Grid fit={96} gap={8} className="paper-photos">
            {photos.map(({ url, thumbUrl, caption }, index) => (
              <button key={url} type="button" onClick={() => view(shown, index)}>
                <img src={thumbUrl ?? url} alt={caption} loading="lazy" />
                <span>{caption.split(' ')[0]}</span>
              </button>
            ))}
          </Grid>
        </Card>
      )}
      <Card pad title="合同条款">
        {paper.clauses.map(({ title, text, strong }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of clauses never changes.
          <Box as="section" key={index} top={index > 0 ? 12 : undefined}>
            <h3>
              {index + 1}. {title}
            </h3>
            {text.split('\n').map((paragraph) => (
              <p key={paragraph}>{strong ? <strong>{paragraph}</strong> : paragraph}</p>
            ))}
          </Box>
        ))}
      </Card>
    </>
  )
}
