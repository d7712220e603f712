import { DamageCard } from './damage-card.tsx'
import type { StepProps } from './flow.ts'
import { PhotosCard } from './photos-card.tsx'

/** Step 4: the car all around, and what is wrong with it. */
export function PhotosStep({ flow }: StepProps) {
  return (
    <>
      <PhotosCard flow={flow} />
      <DamageCard flow={flow} />
    </>
  )
}
