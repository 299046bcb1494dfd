;;;; Judges Lisp by SBCL's reader. Packages that are not there are made up.
(defpackage :probdd-judge (:use :cl))
(in-package :probdd-judge)

(defun one-line (text)
  (substitute #\Space #\Newline (substitute #\Space #\Tab text)))

;;; What is to be evaluated while reading is read only.
(set-dispatch-macro-character
 #\# #\. (lambda (in sub number) (declare (ignore sub number)) (read in t nil t)))

(defun read-all (path)
  (with-open-file (in path :external-format '(:utf-8 :replacement #\?))
    (let ((*package* (make-package (gensym) :use '(:cl))))
      (handler-bind
          ((sb-int:simple-reader-package-error
             (lambda (condition)
               (declare (ignore condition))
               (let ((restart (or (find-restart 'continue) (find-restart 'use-value))))
                 (when restart (invoke-restart restart))))))
        (loop until (eq (read in nil in) in))))))

(format t "judge~CSBCL ~A~%" #\Tab (lisp-implementation-version))
(dolist (path (directory (concatenate 'string (car (last sb-ext:*posix-argv*)) "/*.*")))
  (let ((name (file-namestring path)))
    (unless (string= name "origins.tsv")
      (handler-case (progn (read-all path) (format t "~A~Cok~%" name #\Tab))
        (error (condition)
          (format t "~A~Cerror~C~A~%" name #\Tab #\Tab
                  (one-line (remove #\Newline (princ-to-string condition)))))))))
