import { identityType } from '@cheyi/domain/rental/driver/codes'
import { consentKind } from '@cheyi/domain/rental/driver/consent'
import { documentName } from '@cheyi/domain/rental/driver/documents'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSheetFiles } from '../../../kernel/media/uploads.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, Grid, Stack } from '../../../ui/layout.tsx'
import { ConsentBox } from './consent-box.tsx'
import { DocumentTile } from './document-tile.tsx'
import { type Changes, entryOf } from './entry.ts'
import { ReadingNotes } from './reading-notes.tsx'
import { usePictures } from './use-pictures.ts'
import { useReading } from './use-reading.ts'

/** A new customer's identity, read from the document. */
interface Read {
  readonly name: string
  readonly identityNo: string
}

/** The typed values, which a picture does not overwrite automatically. */
type ReadPapersSheetProps = Asks<Read> & Read

/** The pages that show the holder's identity. */
const pages = ['imgFront', 'licenceMain'] as const

/**
 * Reads name and number of a new customer from their documents: the pictures are dropped with the sheet, since there is no file to store
 * them in. Closes by itself when there is nothing to decide.
 */
export default function ReadPapersSheet({ answer, ...typed }: ReadPapersSheetProps) {
  const [changes, setChanges] = useState<Changes>(typed)
  const [consent, setConsent] = useState(false)
  const pictures = usePictures(null, useSheetFiles())
  const entry = entryOf(null, changes)
  const { name, identityNo } = entry
  const reading = useReading({
    ids: pictures.ids(),
    agreed: consent,
    consent,
    entry,
    stored: null,
    fill: (more) => setChanges((before) => ({ ...before, ...more })),
  })
  const own = reading.conflicts.filter(({ key }) => key === 'name' || key === 'identityNo')
  const read = !reading.busy && reading.filled.length > 0 && own.length === 0
  const done = () => answer({ name, identityNo: identityNo ?? '' })
  const finish = useEffectEvent(done)
  useEffect(() => {
    if (read) finish()
  }, [read])
  return (
    <OpenedSheet
      title="拍证件识别"
      footer={
        own.length > 0 && (
          <Button size="l" block onClick={done}>
            完成
          </Button>
        )
      }
    >
      <Stack gap={12}>
        <ConsentBox kind={consentKind.documents} checked={consent} onChange={setConsent} />
        {consent && (
          <Grid fit={140} gap={12}>
            {pages.map((page) => (
              <DocumentTile key={page} name={documentName(page, identityType.idCard)} {...pictures.tile(page)} />
            ))}
          </Grid>
        )}
        <ReadingNotes reading={{ ...reading, conflicts: own }} />
      </Stack>
    </OpenedSheet>
  )
}
