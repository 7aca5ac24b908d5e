import styles from './Mistake.module.css'

/** What is wrong with what someone entered or did, where no field shows it. */
export const Mistake = ({ text }: { text: string | null | undefined }) =>
  text && (
    <p className={styles.mistake} role="alert">
      {text}
    </p>
  )
