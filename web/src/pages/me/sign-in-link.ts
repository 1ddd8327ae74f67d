/** Whether a text can be the token of a sign-in link: 32 letters and digits, none of which look alike. */
export const isSignInToken = (token: string): boolean => /^[0-9a-hjkmnp-tv-z]{32}$/.test(token);
