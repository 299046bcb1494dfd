;;; a comment
(defpackage :example (:use :cl) (:export #:control))
(in-package :example)

(defvar *limit* 10 "Documentation.")
(defstruct point (x 0) y)
(defmacro twice (form &body rest)
  `(progn ,form ,@rest))

(defun area (side &optional (scale 2) &key (label "zero" given) &rest more)
  "Documentation."
  (declare (ignore more))
  (* side scale))

(defclass shape (base named)
  ((side :initarg :side :initform 4)
   (label :reader label)))

(defun control (count items)
  (let ((total 0)
        (other '(1 2 3)))
    (if (> total 3)
        (incf total)
        (decf total))
    (when items (setf total 5) (print total))
    (cond ((= total 1) "one")
          ((null items) 'none)
          (t "more"))
    (dolist (item items)
      (push item other))
    (loop for i from 0 below count do (print i))
    #+(or sbcl ecl) (setf total 7)
    (destructuring-bind (first . others) items (list first others))
    #| a block comment |#
    (mapcar (lambda (a b) (+ a b)) items other)
    (funcall #'area 1 :label "x")
    (format t "~a ~a" total #\c)
    (values (not total) (- count))))
