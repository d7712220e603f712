import { consentKind } from '@cheyi/domain/rental/driver/consent'
import { documentName, FACE } from '@cheyi/domain/rental/driver/documents'
import { missingSlots } from '@cheyi/domain/rental/driver/papers'
import { Card, Grid, Note } from '../../../ui/layout.tsx'
import { ConsentBox, useConsentText } from '../parts/consent-box.tsx'
import { DocumentTile } from '../parts/document-tile.tsx'
import { PAPERS } from '../parts/entry.ts'
import { ReadingNotes } from '../parts/reading-notes.tsx'
import type { PersonForm } from './use-entry.ts'

/** Pictures of both documents. The customer's consent to their storage is requested once. */
export function PhotosCard({ form }: { form: PersonForm }) {
  const { entry, pictures, problems, agreedBefore, consent, setConsent, asked } = form
  const isConsentShown = useConsentText(consentKind.documents) !== undefined
  /** Taking a picture gives the consent shown above and ticks it, which saves a separate tap. */
  const agrees = !agreedBefore && !consent && isConsentShown
  const needed = asked ? missingSlots(asked, entry.identityType, []) : PAPERS
  return (
    <Card pad title="证件照片">
      {!agreedBefore && (
        <ConsentBox
          kind={consentKind.documents}
          below={12}
          checked={consent}
          onChange={setConsent}
          error={problems.consent}
        />
      )}
      <Grid fit={140} gap={12}>
        {PAPERS.map((slot) => {
          const tile = pictures.tile(slot)
          return (
            <DocumentTile
              key={slot}
              name={documentName(slot, entry.identityType)}
              optional={!needed.includes(slot)}
              error={problems[slot]}
              {...tile}
              agrees={agrees}
              onTake={() => {
                if (agrees) setConsent(true)
                tile.onTake()
              }}
            />
          )
        })}
      </Grid>
      {problems.pictures && (
        <Note top={4} ink="danger" role="alert">
          {problems.pictures}
        </Note>
      )}
      <ReadingNotes reading={form.reading} />
    </Card>
  )
}

/** A picture of the face: requires a separate consent, and is always optional. */
export function FaceCard({ form }: { form: PersonForm }) {
  const { pictures, problems, faceConsent, setFaceConsent } = form
  return (
    <Card pad title="人脸照片" extra="选填">
      <ConsentBox
        kind={consentKind.face}
        checked={faceConsent}
        onChange={setFaceConsent}
        error={problems.faceConsent}
      />
      {faceConsent && (
        <Grid fit={140} gap={12} top={12}>
          <DocumentTile name="人脸" error={problems[FACE]} {...pictures.tile(FACE)} />
        </Grid>
      )}
    </Card>
  )
}
