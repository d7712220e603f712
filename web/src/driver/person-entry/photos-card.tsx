import { consentKind } from '@cheyi/domain/driver/consent'
import { documentName, FACE } from '@cheyi/domain/driver/documents'
import { missingSlots } from '@cheyi/domain/driver/papers'
import { Grid, Note } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { ConsentBox } from '../parts/consent-box.tsx'
import { DocumentTile } from '../parts/document-tile.tsx'
import { PAPERS } from '../parts/entry.ts'
import { ReadingNotes } from '../parts/reading-notes.tsx'
import type { PersonForm } from './use-entry.ts'

/** Pictures of both documents. The customer is asked once whether they may be kept. */
export function PhotosCard({ form }: { form: PersonForm }) {
  const { entry, pictures, problems, agreedBefore, consent, setConsent, asked } = form
  const needed = asked ? missingSlots(asked, entry.identityType, []) : PAPERS
  return (
    <Card pad title="证件照片">
      <Grid fit={140} gap={12}>
        {PAPERS.map((slot) => (
          <DocumentTile
            key={slot}
            name={documentName(slot, entry.identityType)}
            optional={!needed.includes(slot)}
            error={problems[slot]}
            {...pictures.tile(slot)}
          />
        ))}
      </Grid>
      {problems.pictures && (
        <Note top={4} ink="danger" role="alert">
          {problems.pictures}
        </Note>
      )}
      <ReadingNotes reading={form.reading} />
      {!agreedBefore && (
        <ConsentBox
          kind={consentKind.documents}
          top={12}
          checked={consent}
          onChange={setConsent}
          error={problems.consent}
        />
      )}
    </Card>
  )
}

/** A picture of the face: never asked for without a consent of its own, and never needed. */
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
