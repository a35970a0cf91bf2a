import { useRevalidator } from 'react-router'
import { BanButton, type BanButtonProps } from '#web/admin/ban-button.tsx'

/** The page below shows or hides the artist after the change. */
export default function ProfileBanButton({ onChanged, ...artist }: BanButtonProps) {
  const { revalidate } = useRevalidator()
  return (
    <BanButton
      {...artist}
      onChanged={(isBanned) => {
        onChanged?.(isBanned)
        void revalidate()
      }}
    />
  )
}
