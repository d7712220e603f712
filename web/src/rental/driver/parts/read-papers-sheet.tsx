import { identityType } from '@cheyi/domain/rental/driver/codes'
import { consentKind } from '@cheyi/domain/rental/driver/consent'
import { documentName } from '@cheyi/domain/rental/driver/documents'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Grid, Stack } from '../../../ui/layout.tsx'
import { ConsentBox } from './consent-box.tsx'
import { DocumentTile } from './document-tile.tsx'
import { type Changes, entryOf } from './entry.ts'
import { ReadingNotes } from './reading-notes.tsx'
import { usePictures } from './use-pictures.ts'
import { useReading } from './use-reading.ts'

/** Who somebody new is, by the card. */
interface Read {
  readonly name: string
  readonly identityNo: string
}

/** What is typed already, which a picture does not write over by itself. */
type ReadPapersSheetProps = Asks<Read> & Read

/** The pages that say who somebody is. */
const pages = ['imgFront', 'licenceMain'] as const

/**
 * Papers of somebody new, read for their name and number alone: the pictures go with the sheet, since no file is there yet
 * to keep them in. Closes by itself where nothing is to be chosen.
 */
export default function ReadPapersSheet({ answer, ...typed }: ReadPapersSheetProps) {
  const [changes, setChanges] = useState<Changes>(typed)
  const [consent, setConsent] = useState(false)
  const pictures = usePictures(null, 'booking/')
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
  const forget = useEffectEvent(() => pictures.forget())
  useEffect(() => () => forget(), [])
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
