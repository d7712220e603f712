/** Whole kilometres of a car as people read them: `18,236 km`. */
export const formatKm = (km: number): string => `${String(Math.round(km)).replace(/\B(?=(\d{3})+$)/g, ',')} km`
