import type { StepProps } from '../flow.ts'
import { DamageCard } from '../photo/damage-card.tsx'
import { PhotosCard } from '../photo/photos-card.tsx'

/** Step 4: the car all around, and what is wrong with it. */
export function PhotosStep({ flow }: StepProps) {
  return (
    <>
      <PhotosCard flow={flow} />
      <DamageCard flow={flow} />
    </>
  )
}
